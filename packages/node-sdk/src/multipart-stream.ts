/** What is uploaded: read once, piece by piece where it is a stream. */
export type FileSource = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

interface FilePart {
    name: string;
    filename: string;
    source: FileSource;
}

/**
 * A body of `multipart/form-data` whose file is read as it is sent.
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export function multipartStream(
    fields: Readonly<Record<string, string>>,
    file: FilePart
): { contentType: string; body: ReadableStream<Uint8Array> } {
    const boundary = `patchbay-${crypto.randomUUID()}`;
    const encoder = new TextEncoder();
    const head = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
    async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
        const texts = Object.entries(fields).map(([name, value]) => `${head(`name="${quoted(name)}"`)}\r\n${value}\r\n`);
        const disposition = `name="${quoted(file.name)}"; filename="${quoted(file.filename)}"`;
        const type = (file.source instanceof Blob && file.source.type) || 'application/octet-stream';
        yield encoder.encode(`${texts.join('')}${head(disposition)}Content-Type: ${type}\r\n\r\n`);
        yield* chunksOf(file.source);
        yield encoder.encode(`\r\n--${boundary}--\r\n`);
    }
    return { contentType: `multipart/form-data; boundary=${boundary}`, body: streamOf(pieces()) };
}

/** As browsers do it. @see https://html.spec.whatwg.org/#multipart-form-data */
const quoted = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

async function* chunksOf(source: FileSource): AsyncGenerator<Uint8Array, void, undefined> {
    if (source instanceof Uint8Array) yield source;
    else if (source instanceof Blob) yield* chunksOf(source.stream());
    else if ('getReader' in source) yield* readAll(source.getReader());
    else yield* source;
}

/** Types of the DOM know no iteration of streams. */
async function* readAll(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    try {
        for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    } finally {
        await reader.cancel();
    }
}

function streamOf(pieces: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
    return new ReadableStream({
        async pull(controller) {
            const { done, value } = await pieces.next();
            if (done) controller.close();
            else controller.enqueue(value);
        },
        async cancel() {
            await pieces.return();
        }
    });
}
