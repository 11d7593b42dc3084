import { compileApart } from '@patchbay/compiler/apart';

export interface CompilerCheck {
    /** Why it does not work, in a sentence. */
    reason: string | null;
}

/** Compiles a line in a process of its own. */
export async function checkCompiler(): Promise<CompilerCheck> {
    try {
        await compileApart({ source: 'export default 1;', fileName: 'check.ts' });
        return { reason: null };
    } catch (error) {
        return { reason: `Functions can't be compiled here: ${error instanceof Error ? error.message : String(error)}` };
    }
}
