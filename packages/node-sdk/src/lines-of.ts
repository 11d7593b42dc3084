import { UnreachableError } from '@patchbay/api-client/errors';

/**
 * The lines of a response as they come.
 * @param response its body is read.
 * @param brokeOff the message when it ends too early.
 * @returns the lines, without their ends.
 * @throws {UnreachableError} with `brokeOff`.
 */
export async function* linesOf(response: Response, brokeOff: string): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
        const received: AsyncIterable<Uint8Array> | [] = response.body ?? [];
        for await (const chunk of received) {
            const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
            rest = lines.pop() ?? '';
            yield* lines;
        }
    } catch (cause) {
        throw new UnreachableError(brokeOff, { cause });
    }
    yield rest;
}
