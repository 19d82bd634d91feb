// Files that a person chooses or drops on the page.

/** The most bytes of a file with games, before and after it is unpacked. */
const MOST_BYTES = 4_000_000;

/** The most bytes of a file with all saved games. */
export const MOST_OF_ALL = 200_000_000;

/**
 * The text of a file, and whether the encoding of some of its letters was guessed.
 * @typedef {{ text: string, isGuessed: boolean }} FileText
 */

/**
 * The text of a file, which may be compressed.
 * @param {File} file
 * @param {number} most the most bytes
 * @returns {Promise<FileText>}
 * @throws {Error} the file is too long, or cannot be unpacked
 */
export async function textOf(file, most = MOST_BYTES) {
  if (file.size > most) throw new Error(`The file is longer than ${most / 1_000_000} MB.`);
  const [a, b, c, d] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (a === 0x1f && b === 0x8b) return unpacked(file, "gzip", most);
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return unpacked(file, "zstd", most);
  return decoded(file);
}

/**
 * @param {File} file
 * @param {string} format
 * @param {number} most
 */
async function unpacked(file, format, most) {
  let unpacker;
  try {
    unpacker = new DecompressionStream(/** @type {CompressionFormat} */ (format));
  } catch {
    throw new Error(`This browser cannot unpack ${format} files. Unpack the file first.`);
  }
  const parts = [];
  let size = 0;
  try {
    // A short file may unpack to one of any length.
    for (const reader = file.stream().pipeThrough(unpacker).getReader(); size <= most; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
      if (size > most) await reader.cancel();
    }
  } catch {
    throw new Error(`The file is not a whole ${format} file.`);
  }
  if (size > most) throw new Error(`The file is longer than ${most / 1_000_000} MB when it is unpacked.`);
  return decoded(new Blob(parts));
}

/**
 * Bytes as text. A line that is not UTF-8 is in Windows-1252, which old programs write. Files that were joined have lines
 * of both kinds.
 * @param {Blob} blob
 * @returns {Promise<FileText>}
 */
async function decoded(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return { text: utf8.decode(bytes), isGuessed: false };
  } catch {
    const windows = new TextDecoder("windows-1252");
    const lines = [];
    for (let start = 0, end = 0; start < bytes.length; start = end) {
      end = bytes.indexOf(10, start) + 1 || bytes.length;
      const line = bytes.subarray(start, end);
      try {
        lines.push(utf8.decode(line));
      } catch {
        lines.push(windows.decode(line));
      }
    }
    return { text: lines.join(""), isGuessed: true };
  }
}
