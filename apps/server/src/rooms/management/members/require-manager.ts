import { AppError, type MemberRole, roleCatalog } from '@patchbay/contracts';

/** @throws {AppError} `forbidden` */
export function requireManager({ member }: { member: { role: MemberRole } }): void {
    if (!roleCatalog[member.role].managesMembers)
        throw new AppError('forbidden', { message: 'Only an owner or an admin may do that. Ask one of them.' });
}
