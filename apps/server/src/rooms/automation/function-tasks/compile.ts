import { compileApart } from '@patchbay/compiler/apart';
import { CompileError } from '@patchbay/compiler/compile-error';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';

/** While a caller waits. */
const mostWaitMs = 20_000;

export interface Bundle {
    js: string;
    map: string;
}

/**
 * Compiles one function in a process of its own.
 * @param options `signal`: waits for its turn until then; by default for 20 s
 * @throws {AppError} `compilation_error`, `overloaded`
 */
export async function compile(
    { compileSlots }: Pick<Deps, 'compileSlots'>,
    environmentId: string,
    source: string,
    { name = 'function', signal = AbortSignal.timeout(mostWaitMs) }: { name?: string; signal?: AbortSignal } = {}
): Promise<Bundle> {
    const release = await compileSlots.acquire(environmentId, signal);
    if (!release) throw new AppError('overloaded', { retryAfterS: 2 });
    try {
        const { js, sourceMap } = await compileApart({ source, fileName: `${name}.ts` });
        return { js, map: sourceMap };
    } catch (error) {
        if (error instanceof CompileError)
            throw new AppError('compilation_error', {
                message: error.message,
                payload: { problems: error.problems.map((one) => ({ ...one })) }
            });
        throw error;
    } finally {
        release();
    }
}
