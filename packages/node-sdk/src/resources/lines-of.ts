import { UnreachableError } from '@patchbay/api-client/errors';

/** The lines of a response as they come. @param brokeOff what is said when it ends too early */
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
