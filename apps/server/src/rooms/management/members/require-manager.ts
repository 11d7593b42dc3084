import { AppError, roleCatalog } from '@patchbay/contracts';
import type { MemberCaller } from './dashboard-session.ts';

/** @throws {AppError} `forbidden` */
export function requireManager({ member }: MemberCaller): void {
    if (!roleCatalog[member.role].managesMembers)
        throw new AppError('forbidden', { message: 'Only an owner or an admin may do that. Ask one of them.' });
}
