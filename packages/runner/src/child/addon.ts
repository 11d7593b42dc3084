import { createRequire } from 'node:module';
import type IsolatedVm from 'isolated-vm';

export type Addon = typeof IsolatedVm;

/** @param file the addon itself: its package's loader reads folders, which the child may not */
export function loadAddon(file: string): Addon {
    // What isolated-vm's own loader takes it for.
    return (createRequire(file)(file) as { ivm: Addon }).ivm;
}
