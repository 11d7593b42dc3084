import { type ModelTable, valuesAt } from '../model-table.ts';
import { applicationWrites, candidateWrites } from './ats-writes.ts';
import { eachRecord, to } from './parts.ts';
import { holds, same } from '../outcome.ts';

const applications = to('Application');
const candidates = to('Candidate');
const jobs = to('Job');
const locations = to('Location');
const users = to('User');
const roles = ['hiring_managers', 'recruiters', 'coordinators', 'sourcers'];

/** The models of applicant tracking. */
export const atsTables: readonly ModelTable[] = [
    {
        model: 'Candidate',
        volatile: ['attachments.*.url'],
        references: [...applications('application_ids.*', 'applications.*.id'), ...users('linked_user_ids.*')],
        own: [
            eachRecord('Candidate', 'at most one email address is the primary one', ({ id, email_addresses: addresses }) => {
                const primary = valuesAt(addresses, '*.is_primary').filter((is) => is === true);
                holds(primary.length <= 1, `${id} has ${primary.length} primary addresses`);
            }),
            {
                model: 'Candidate',
                column: 'list',
                says: 'application_ids are those of the list of applications',
                endpoints: ['GET /candidates', 'GET /applications'],
                writes: false,
                async check(account) {
                    const [people, listed] = [await account.storedRows('/candidates'), await account.stored('/applications')];
                    const byCandidate = Map.groupBy(listed.rows, (row) => row['candidate_id']);
                    if (!listed.isWhole) return;
                    for (const { id, application_ids: ids } of people)
                        same(valuesAt(ids, '*').map(String).toSorted(), (byCandidate.get(id) ?? []).map((row) => row.id).toSorted(), id);
                }
            },
            ...candidateWrites
        ]
    },
    {
        model: 'Application',
        references: [
            ...candidates('candidate_id'),
            ...jobs('jobs.*.id'),
            ...to('JobPost')('job_post_id'),
            ...to('JobStage')('current_stage.id'),
            ...users('credited_to')
        ],
        own: [
            eachRecord('Application', 'only what was rejected has a reason and a time of it', (row) => {
                if (row['status'] !== 'rejected') same([row['rejected_at'], row['rejection_reason']], [null, null], row.id);
            }),
            ...applicationWrites
        ]
    },
    {
        model: 'Job',
        references: [...locations('offices.*.id'), ...users(...roles.map((role) => `hiring_team.${role}.*.id`))],
        own: [
            eachRecord('Job', 'what is open has not been closed', (row) => {
                if (row['status'] === 'open') same(row['closed_at'], null, row.id);
            })
        ]
    },
    { model: 'JobPost', references: jobs('job_id') },
    {
        model: 'JobStage',
        references: [...jobs('job_id', 'job_ids.*'), ...users('interviews.*.default_interviewer_users.*.id')],
        own: [
            eachRecord('JobStage', 'job_ids has job_id', ({ id, job_id: job, job_ids: all }) => {
                holds(job === null || valuesAt(all, '*').includes(job), `${id} has not`);
            })
        ]
    },
    { model: 'Location', references: locations('parent_id', 'child_ids.*') },
    {
        model: 'User',
        references: [...candidates('linked_candidate_ids.*'), ...locations('offices.*.id')],
        own: [
            eachRecord('User', 'emails has email', ({ id, email, emails }) => {
                holds(email === null || valuesAt(emails, '*').includes(email), `${id} has not`);
            })
        ]
    }
];
