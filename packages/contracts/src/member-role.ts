import type { Scope } from './scopes.ts';

/** What a member of the instance may do, from most to least. */
export const memberRoles = ['owner', 'admin', 'support', 'read_only'] as const;
export type MemberRole = (typeof memberRoles)[number];

interface RoleEntry {
    /** For people. */
    name: string;
    allows: string;
    /** In every environment. None has a scope that shows credentials. */
    scopes: readonly Scope[];
    /** What keys that they make, rotate or hand on may do. */
    gives: readonly Scope[];
    /** Invites, changes and removes members, and reads the audit log of the instance. */
    managesMembers: boolean;
}

const reading = [
    'environment:connections:read',
    'environment:records:read',
    'environment:syncs:read',
    'environment:functions:read',
    'environment:logs:read',
    'environment:integrations:read',
    'environment:providers:read',
    'environment:webhooks:read',
    'environment:alerts:read',
    'environment:settings:read'
] as const satisfies readonly Scope[];

const repairing = [
    ...reading,
    'environment:connect_sessions:write',
    'environment:syncs:write',
    'environment:issues:write'
] as const satisfies readonly Scope[];

const administering = [
    ...repairing,
    'environment:connections:write',
    'environment:alerts:write',
    'environment:proxy',
    'environment:records:write',
    'environment:actions:execute',
    'environment:functions:write',
    'environment:integrations:write',
    'environment:webhooks:write',
    'environment:api_keys:write',
    'environment:freezes:write',
    'environment:settings:write'
] as const satisfies readonly Scope[];

export const roleCatalog: Readonly<Record<MemberRole, RoleEntry>> = {
    owner: { name: 'Owner', allows: 'everything, owners included', scopes: administering, gives: ['environment:*'], managesMembers: true },
    admin: {
        name: 'Admin',
        allows: 'everything but making and removing owners, and keys that can do more than an admin',
        scopes: administering,
        gives: administering,
        managesMembers: true
    },
    support: {
        name: 'Support',
        allows: 'look at everything but credentials, send reconnect links, run and pause syncs, mute and resolve issues',
        scopes: repairing,
        gives: [],
        managesMembers: false
    },
    read_only: { name: 'Read-only', allows: 'look at everything but credentials', scopes: reading, gives: [], managesMembers: false }
};
