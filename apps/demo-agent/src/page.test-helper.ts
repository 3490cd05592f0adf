import { collectText, createClient } from "@a2akit/client";

/** For `startPage`: shows, line by line, what the agent streams. */
export async function show(url: string, print: (line: string) => void): Promise<void> {
  const client = await createClient(url);
  for await (const event of client.stream("Name: Boehringer Ingelheim GmbH, Country: DE, City: Bieberach")) {
    if (event.statusUpdate) print(event.statusUpdate.status.state);
    if (event.artifactUpdate) print(collectText(event));
  }
}
