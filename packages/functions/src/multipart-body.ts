/** One part of a form. */
export interface MultipartPart {
    name: string;
    value: string | Uint8Array;
    filename?: string;
    contentType?: string;
}

/**
 * A body of `multipart/form-data`.
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export function multipartBody(parts: readonly MultipartPart[]): { contentType: string; bytes: Uint8Array } {
    const boundary = `patchbay-${crypto.randomUUID()}`;
    const encoder = new TextEncoder();
    const pieces = parts.flatMap((part) => [
        encoder.encode(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
        typeof part.value === 'string' ? encoder.encode(part.value) : part.value,
        encoder.encode('\r\n')
    ]);
    pieces.push(encoder.encode(`--${boundary}--\r\n`));
    return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: joined(pieces) };
}

function headersOf({ name, filename, contentType }: MultipartPart): string {
    const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`;
    const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType.replace(/[\r\n]/g, '')}`;
    return `Content-Disposition: form-data; name="${quoted(name)}"${file}${type}`;
}

/** As browsers do it. @see https://html.spec.whatwg.org/#multipart-form-data */
const quoted = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

function joined(pieces: readonly Uint8Array[]): Uint8Array {
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
    }
    return bytes;
}
