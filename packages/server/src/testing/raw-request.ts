import { connect } from "node:net";

/** Sends bytes as they are to a server on this machine, and resolves with what comes back until it closes the connection. */
export async function rawRequest(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    answer += chunk;
  });
  return new Promise((resolve) => {
    const done = (): void => resolve(answer);
    socket.on("close", done);
    // A server that refuses may close while we still write.
    socket.on("error", done);
    socket.write(text, "latin1");
  });
}
