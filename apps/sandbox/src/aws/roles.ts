import { randomBytes } from 'node:crypto';
import { checkFields, isText } from '../check-fields.ts';

/** The user of the company that is trusted: its access key assumes the roles. */
export const AWS_USER = {
    accessKeyId: 'AKIASANDBOX000000001',
    secretAccessKey: 'sandboxSecretAccessKey000000000000000001'
} as const;

/** A role of a customer, and the external id that its trust policy asks for. */
export interface Role {
    arn: string;
    /** Null: the policy trusts the company whatever the external id. */
    externalId: string | null;
    /** What is in its bucket, by key. */
    objects: Map<string, Buffer>;
}

/** Temporary credentials of a role. */
export interface RoleSession {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken: string;
    expiresMs: number;
    role: Role;
}

export const AWS_ROLES = {
    reports: 'arn:aws:iam::111122223333:role/reports',
    billing: 'arn:aws:iam::111122223333:role/billing',
    archive: 'arn:aws:iam::777788889999:role/archive',
    trusting: 'arn:aws:iam::444455556666:role/trusts-everyone'
} as const;

export class Roles {
    #roles = freshRoles();
    #sessions: RoleSession[] = [];

    find(arn: string | null): Role | undefined {
        return this.#roles.find((role) => role.arn === arn);
    }

    list(): unknown {
        return this.#roles.map(({ arn, externalId }) => ({ arn, external_id: externalId }));
    }

    /**
     * As the customer's administrator does: the external id that the role asks for.
     * @throws {InvalidInput}
     */
    change(input: unknown): { changed: number } {
        checkFields('The role', input, { '*arn': isText, '*external_id': (value) => value === null || isText(value) });
        const { external_id: externalId } = input;
        const role = this.find(String(input['arn']));
        if (role) role.externalId = typeof externalId === 'string' ? externalId : null;
        return { changed: role ? 1 : 0 };
    }

    begin(role: Role, expiresMs: number): RoleSession {
        const session = {
            accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
            secretAccessKey: randomBytes(30).toString('base64'),
            sessionToken: randomBytes(96).toString('base64'),
            expiresMs,
            role
        };
        this.#sessions.push(session);
        return session;
    }

    session(accessKeyId: string): RoleSession | undefined {
        return this.#sessions.find((session) => session.accessKeyId === accessKeyId);
    }

    reset(): void {
        this.#roles = freshRoles();
        this.#sessions = [];
    }
}

function freshRoles(): Role[] {
    return Object.values(AWS_ROLES).map((arn) => ({
        arn,
        externalId: arn === AWS_ROLES.trusting ? null : 'not-set-yet',
        objects: new Map([['hello.txt', Buffer.from('Hello from the bucket.')]])
    }));
}
