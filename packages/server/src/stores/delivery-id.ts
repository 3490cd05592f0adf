/** The id of a delivery: the stream of its webhook, and the number of its entry. */
export function formatDeliveryId(stream: string, number: number): string {
  return `${stream}.${number}`;
}

/** What no store gave names nothing. */
export function parseDeliveryId(id: string): [stream: string, number: number] {
  const dot = id.lastIndexOf(".");
  const number = Number(id.slice(dot + 1));
  return [id.slice(0, Math.max(dot, 0)), Number.isSafeInteger(number) ? number : 0];
}
