import { type MemberRole, roleCatalog } from '@patchbay/contracts';

/** Who did what is in the audit log, which owners and admins read. */
export function seesMembers(member: { role: MemberRole } | undefined): boolean {
    return member !== undefined && roleCatalog[member.role].managesMembers;
}

/** As others see the one who did something. */
export const someMember = 'A member of the team';
