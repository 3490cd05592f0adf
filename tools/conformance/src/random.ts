/** A seeded generator of numbers from 0 up to, not including, `below`: the same seed gives the same numbers. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // xorshift32 has no zero state.
    state = (state === 0 ? 0x9e3779b9 : state) >>> 0;
    state ^= state << 13;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % below;
  };
}
