import { recordsIn } from '../check-fields.ts';
import type { Account, Note } from './account.ts';
import { otherId } from './rows.ts';
import type { Row } from './rows.ts';

type Shown = Record<string, unknown>;

/** Without what is null: optional fields are absent in every second row, and null in the others. */
function sparse(shown: Shown, { place }: Pick<Row, 'place'>): Shown {
    return place % 2 === 0 ? shown : Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
}

const times = ({ createdMs, updatedMs }: Row) => ({
    createdAt: new Date(createdMs).toISOString(),
    updatedAt: new Date(updatedMs).toISOString()
});

export const showPlain = (row: Row): Shown => sparse({ id: row.id, ...row.fields }, row);
export const showTimed = (row: Row): Shown => sparse({ id: row.id, ...row.fields, ...times(row) }, row);
export const showUser = (row: Row): Shown => sparse({ id: row.id, ...row.fields, updatedAt: times(row).updatedAt }, row);

export function showCandidate(account: Account, row: Row): Shown {
    const primary = (name: string) => recordsIn(row.fields[name]).find(({ isPrimary }) => isPrimary === true) ?? null;
    const { sourceId, creditedToUserId, ...fields } = row.fields;
    const shown = {
        id: row.id,
        ...fields,
        ...times(row),
        primaryEmailAddress: primary('emailAddresses'),
        primaryPhoneNumber: primary('phoneNumbers'),
        applicationIds: account.applicationsOf(row.id).map(({ id }) => id),
        ...named(account, sourceId, creditedToUserId)
    };
    return sparse(shown, row);
}

export function showApplication(account: Account, row: Row): Shown {
    const { candidateId, jobId, stageId, sourceId, creditedToUserId, ...fields } = row.fields;
    const [candidate, job, stage] = [account.find('candidates', candidateId), account.find('jobs', jobId), account.find('stages', stageId)];
    const { title, locationId = null, departmentId = null } = job?.fields ?? {};
    const shown = {
        id: row.id,
        ...fields,
        ...times(row),
        candidate: { id: candidateId, name: candidate?.fields['name'] ?? '' },
        job: job ? sparse({ id: job.id, title, locationId, departmentId }, row) : { id: jobId, title: 'Deleted job' },
        currentInterviewStage: stage ? showPlain(stage) : null,
        ...named(account, sourceId, creditedToUserId)
    };
    return sparse(shown, row);
}

function named(account: Account, sourceId: unknown, userId: unknown): Shown {
    const [source, user] = [account.find('sources', sourceId), account.find('users', userId)];
    return { source: source ? showPlain(source) : null, creditedToUser: user ? showUser(user) : null };
}

export function showNote(note: Note): Shown {
    return {
        id: note.id,
        createdAt: times(note).createdAt,
        isPrivate: note.isPrivate,
        ...note.fields,
        author: { id: otherId('key'), firstName: 'API', lastName: 'Key' }
    };
}
