import { allows, AppError, roleCatalog, type Scope } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findEnvironmentId } from '../../platform/environments/environments.sql.ts';
import type { MemberCaller } from './dashboard-session.ts';

/**
 * The environment that a member names in a request of the dashboard alone.
 * @throws {AppError} `forbidden` where their role lacks the scope, `unknown_environment`
 */
export async function requireEnvironment({ db }: Pick<Deps, 'db'>, { member }: MemberCaller, name: string, scope: Scope): Promise<string> {
    const role = roleCatalog[member.role];
    if (!allows(role.scopes, scope)) throw new AppError('forbidden', { message: `Your role, ${role.name}, lacks the scope ${scope}.` });
    const id = await findEnvironmentId(db, name);
    if (id === undefined) throw new AppError('unknown_environment', { message: `There is no environment ${name}.` });
    return id;
}
