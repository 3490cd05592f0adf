/**
 * Keeps the event loop of this process turning; gives a function that ends that.
 *
 * Who writes to a process that sleeps pays for waking it, 5 to 8 µs on a virtual machine. A server that is slower than the load generator would meet
 * it asleep for each answer, one that is faster never: the same work would have two prices.
 */
export function stayAwake(): () => void {
  let awake = true;
  const turn = (): void => {
    if (awake) setImmediate(turn);
  };
  turn();
  return () => {
    awake = false;
  };
}
