import { AppError, roleCatalog } from '@patchbay/contracts';
import type { KeyManager } from './environment-of.ts';

/** A scope of `wanted` that is not among those of `granted`. */
export function excessScope(granted: readonly string[], wanted: readonly string[]): string | undefined {
    return granted.includes('environment:*') ? undefined : wanted.find((scope) => !granted.includes(scope));
}

/**
 * Refuses a key that could do more than who makes it: it would outlast them. Keys of the account
 * make every key.
 * @param verb as “make”
 * @throws {AppError} `forbidden`
 */
export function requireGivable(caller: KeyManager, wanted: readonly string[], verb: 'make' | 'rotate' | 'extend'): void {
    if (caller.kind === 'account_key') return;
    const { member } = caller;
    const excess = excessScope(member ? roleCatalog[member.role].gives : caller.scopes, wanted);
    if (excess === undefined) return;
    if (member)
        throw new AppError('forbidden', {
            message: `Your role, ${roleCatalog[member.role].name}, can only ${verb} keys that can do no more than itself; it lacks ${excess}. Ask an owner.`
        });
    const message =
        verb === 'make' ? 'A key can only give scopes that it has itself' : `A key can only ${verb} keys that can do no more than itself`;
    throw new AppError('forbidden', { message: `${message}; it lacks ${excess}.` });
}
