/** One option. A row without `value` takes none. */
export interface OptionRow {
  readonly short?: string;
  readonly aliases?: readonly string[];
  /** What help calls its value. */
  readonly value?: string;
  /** Text → value; throws an Error that says what is wrong. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  readonly multiple?: true;
  readonly default?: string;
  readonly summary: string;
  /** Never taken from the environment. */
  readonly flagOnly?: true;
  /** Never shown. */
  readonly secret?: true;
}
