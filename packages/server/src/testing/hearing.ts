export interface Hearing {
  readonly errors: readonly unknown[];
  onError(error: unknown): void;
  /** Resolves when there have been so many errors. */
  heard(count: number): Promise<void>;
}

/** An operator who listens. */
export function hearing(): Hearing {
  const errors: unknown[] = [];
  const waiting = new Map<() => void, number>();
  return {
    errors,
    onError(error) {
      errors.push(error);
      for (const [resolve, count] of waiting) if (errors.length >= count) resolve();
    },
    heard: (count) =>
      new Promise((resolve) => {
        if (errors.length >= count) resolve();
        else waiting.set(resolve, count);
      }),
  };
}
