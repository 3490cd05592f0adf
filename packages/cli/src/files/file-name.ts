/** Bytes of a name that every file system takes, with room for a number. */
const MAX_NAME_BYTES = 200;
/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** File name extensions by media type, for parts without a name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "application/pdf": ".pdf",
  "application/xml": ".xml",
  "application/zip": ".zip",
  "audio/mpeg": ".mp3",
  "audio/wav": ".wav",
  "image/gif": ".gif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/svg+xml": ".svg",
  "image/webp": ".webp",
  "text/csv": ".csv",
  "text/html": ".html",
  "text/markdown": ".md",
  "text/plain": ".txt",
  "video/mp4": ".mp4",
};

/**
 * A name for a file that an agent has named: the last step of a path, without what would lead elsewhere, hide the file or address a device. It
 * is one name inside the folder that it is joined to, whatever the agent says (DOWNLOAD_001).
 */
export function safeFileName(wanted: string | undefined, fallback: string): string {
  const last = (wanted ?? "").split(/[/\\]/).at(-1) ?? "";
  return clean(last) || clean(fallback) || "artifact";
}

/** A name for a part that has none. */
export function nameByType(base: string, mediaType: string | undefined, otherwise: string): string {
  const [type = ""] = (mediaType ?? "").toLowerCase().split(/[\s;]/);
  return `${base}${EXTENSIONS[type] ?? otherwise}`;
}

/** `report.pdf` → `report-2.pdf`. */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}-${number}${name.slice(dot)}` : `${name}-${number}`;
}

function clean(text: string): string {
  if (/^[.\s]*$/.test(text)) return "";
  const plain = text
    .normalize("NFC")
    .replace(/[\p{C}<>:"/\\|?*]/gu, "_")
    .replace(/^[.\s]+/, "_")
    .replace(/[.\s]+$/, "");
  return shorten(RESERVED.test(plain) ? `_${plain}` : plain);
}

/** Keeps the extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : "";
  let base = dot > 0 && extension ? name.slice(0, dot) : name;
  while (Buffer.byteLength(base + extension) > MAX_NAME_BYTES) base = [...base].slice(0, -1).join("");
  return base + extension;
}
