import { afterEach, describe, expect, it } from "vitest";
import { type Child, startChild } from "./child.ts";

const children: Child[] = [];
const start = () => {
  const child = startChild(new URL("child.fixture.ts", import.meta.url), []);
  children.push(child);
  return child;
};
afterEach(() => Promise.all(children.splice(0).map((child) => child.stop())));

describe("startChild", () => {
  it("asks and is answered, also when answers overtake each other", async () => {
    const child = start();
    const hanging = expect(child.ask({ ask: "hang" })).rejects.toThrow("ended with");
    expect(await child.ask({ ask: "double", value: 21 })).toEqual({ doubled: 42 });
    await child.stop();
    await hanging;
  });

  it("hands the child's failures over", async () => {
    const child = start();
    await expect(child.ask({ ask: "double", value: "x" })).rejects.toThrow('"double" needs the number "value"');
    await expect(child.ask({ ask: "what" })).rejects.toThrow('unknown question "what"');
  });

  it("gives up on an answer that takes too long", async () => {
    await expect(start().ask({ ask: "hang" }, 1)).rejects.toThrow('"hang" took longer than 1 ms');
  });
});
