import { compileApart } from '@patchbay/compiler/apart';
import { CompileError } from '@patchbay/compiler/compile-error';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';

/** For its turn. */
const mostWaitMs = 20_000;

export interface Bundle {
    js: string;
    map: string;
}

/**
 * Compiles one function in a process of its own.
 * @throws {AppError} `compilation_error`, `overloaded`
 */
export async function compile(
    { compileSlots }: Pick<Deps, 'compileSlots'>,
    environmentId: string,
    source: string,
    name = 'function'
): Promise<Bundle> {
    const release = await compileSlots.acquire(environmentId, AbortSignal.timeout(mostWaitMs));
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
