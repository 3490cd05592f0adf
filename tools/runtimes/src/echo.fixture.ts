/** Answers with what it was asked; `/stream` with parts that come one by one. */
export async function fetch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname !== "/stream") return Response.json({ method: request.method, pathname, body: await request.text() });
  const encoder = new TextEncoder();
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      count += 1;
      controller.enqueue(encoder.encode(`${count};`));
      if (count === 3) controller.close();
    },
  });
  return new Response(body);
}
