import type { Artifact, StreamResponse } from "@a2akit/client";
import { line, plain } from "./output.ts";
import { type RenderOptions, renderMessage, renderPart, renderTask } from "./render.ts";

/** Events → text as they come; the chunks of one artifact run on under one label. */
export interface StreamRenderer {
  push(event: StreamResponse): string;
  /** Closes what is open. */
  end(): string;
}

export function createStreamRenderer(options: RenderOptions = {}): StreamRenderer {
  let artifact: string | undefined;
  let textOpen = false;

  const closeText = () => {
    const closing = textOpen ? "\n\n" : "";
    textOpen = false;
    return closing;
  };
  const end = () => {
    artifact = undefined;
    return closeText();
  };
  const text = (chunk: string) => {
    const label = textOpen ? "" : "Text:\n";
    textOpen = true;
    return label + plain(chunk);
  };
  const pushArtifact = ({ artifactId, name, parts }: Artifact, append: boolean) => {
    const goesOn = append && artifact === artifactId;
    const head = goesOn ? "" : end() + line("Artifact", name ? `${name} (${artifactId})` : artifactId);
    artifact = artifactId;
    return (
      head + parts.map((part) => (part.text === undefined ? closeText() + renderPart(part) : text(part.text))).join("")
    );
  };

  return {
    push({ task, message, statusUpdate, artifactUpdate }) {
      if (artifactUpdate) return pushArtifact(artifactUpdate.artifact, artifactUpdate.append === true);
      if (statusUpdate)
        return end() + line("State", statusUpdate.status.state) + renderMessage(statusUpdate.status.message, options);
      if (task) return end() + renderTask(task, options);
      return end() + renderMessage(message, options);
    },
    end,
  };
}
