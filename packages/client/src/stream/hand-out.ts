/**
 * A generator whose items, once they are ready, are handed out past it: it would wait twice for each of them, a tenth of the time that a long
 * stream takes to read.
 *
 * @param ready what the generator yields next, the first item last; it takes each from there
 */
export function handOut<T>(generator: AsyncGenerator<T, undefined>, ready: T[]): AsyncGenerator<T, undefined> {
  const next = generator.next.bind(generator);
  const end = generator.return.bind(generator);
  generator.next = () => (ready.length > 0 ? Promise.resolve({ done: false, value: ready.pop() as T }) : next());
  generator.return = (value) => {
    generator.next = next;
    return end(value);
  };
  return generator;
}
