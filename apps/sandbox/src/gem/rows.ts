import { idOf, indexOf } from './ids.ts';
import { Dice, hashOf } from './random.ts';

/** A row as the ATS shows it. Each has an `id`, and times as ISO text. */
export type Row = Record<string, unknown> & { id: string; deleted_at: string | null };

/** How many rows there are of what. */
export interface Sizes {
    seed: number;
    candidates: number;
    applications_per_candidate: number;
    jobs: number;
    stages_per_job: number;
    users: number;
    offices: number;
}
export const INITIAL_SIZES: Readonly<Sizes> = {
    seed: 1,
    candidates: 250,
    applications_per_candidate: 2,
    jobs: 12,
    stages_per_job: 5,
    users: 24,
    offices: 6
};

export const EPOCH_MS = Date.parse('2024-01-01T00:00:00Z');
const SPACING_MS = 60_000;
const MONTH_MS = 30 * 86_400_000;
const SOURCES = 5;
const LARGE_HTML_CHARACTERS = 50_000;

const FIRST_NAMES = ['Amina', 'Björn', 'Chloë', 'Đặng', 'Émile', '美咲', 'Ольга', 'Siobhán', 'José', 'Nadia', 'Ravi', "D'Arcy"] as const;
const LAST_NAMES = ['Okafor', 'Müller', 'García', '佐藤', "O'Neill", 'Łukasz', 'Иванова', 'de la Cruz', 'Haddad', 'Nguyễn'] as const;
const COMPANIES = ['Northwind', 'Käse & Söhne', 'Acme', '株式会社サンプル', 'Globex'] as const;
const TITLES = ['Engineer', 'Product Manager', 'Designer', 'Nurse', 'Account Executive'] as const;
const STAGES = ['Application Review', 'Phone Screen', 'Technical Interview', 'Onsite', 'Offer'] as const;
const CITIES = ['Berlin', 'São Paulo', 'Tōkyō', 'Nairobi', 'Austin', 'Kraków'] as const;
const TAGS = ['referral', 'silver medalist', 'rehire', 'remote', 'relocation'] as const;
const JOB_STATUSES = ['open', 'closed', 'draft', 'pending_approval', 'approved'] as const;

export function createdMs(index: number): number {
    return EPOCH_MS + index * SPACING_MS;
}

export function updatedMs(seed: number, index: number): number {
    return createdMs(index) + (hashOf(seed, index, 0) % MONTH_MS);
}

const iso = (ms: number) => new Date(ms).toISOString();

export function userRow({ seed, users, offices }: Sizes, index: number): Row {
    const dice = new Dice(seed, index);
    const [first, last] = [dice.pick(1, FIRST_NAMES), dice.pick(2, LAST_NAMES)];
    const email = `user${index + 1}@customer.example`;
    return {
        id: idOf('users', index),
        name: `${first} ${last}`,
        first_name: dice.sometimesNull(3, 9, first),
        last_name: dice.sometimesNull(4, 9, last),
        primary_email_address: email,
        emails: index % 5 === 0 ? [email, `alias${index + 1}@customer.example`] : [email],
        employee_id: dice.sometimesNull(5, 2, `E-${index + 1}`),
        disabled: index % 11 === 10,
        site_admin: index === 0,
        linked_candidate_ids: index === users - 1 && users > 1 ? [idOf('candidates', 0)] : [],
        offices: offices === 0 || index % 3 === 0 ? [] : [officeRow(seed, index % offices)],
        departments: index % 4 === 0 ? [] : [department(index % 3)],
        created_at: iso(createdMs(index)),
        updated_at: dice.sometimesNull(6, 7, iso(updatedMs(seed, index))),
        deleted_at: null
    };
}

export function officeRow(seed: number, index: number): Row {
    const dice = new Dice(seed, index);
    const city = CITIES[index % CITIES.length] ?? 'Berlin';
    const name = index < CITIES.length ? city : `${city} ${index + 1}`;
    return {
        id: idOf('offices', index),
        name,
        location: index % 3 === 2 ? null : { name: index % 3 === 1 ? null : name },
        parent_id: index === 0 ? null : dice.sometimesNull(1, 2, idOf('offices', 0)),
        child_ids: [],
        parent_office_external_id: null,
        child_office_external_ids: [],
        deleted_at: null
    };
}

function department(index: number): object {
    return {
        id: idOf('departments', index),
        name: ['Engineering', 'Sales', 'People & Culture'][index] ?? 'Other',
        parent_id: index === 0 ? null : idOf('departments', 0),
        child_ids: index === 0 ? [idOf('departments', 1), idOf('departments', 2)] : [],
        parent_department_external_id: null,
        child_department_external_ids: [],
        deleted_at: null
    };
}

function userLite(sizes: Sizes, index: number): object {
    const { id, name, first_name, last_name, employee_id } = userRow(sizes, index);
    return { id, name, first_name, last_name, employee_id };
}

export function jobRow(sizes: Sizes, index: number): Row {
    const { seed, offices, users } = sizes;
    const dice = new Dice(seed, index);
    const status = index < 3 ? 'open' : dice.pick(1, JOB_STATUSES);
    const someone = users === 0 ? [] : [userLite(sizes, dice.number(2, users))];
    return {
        id: idOf('jobs', index),
        name: `${dice.pick(3, TITLES)} (${index + 1})`,
        requisition_id: dice.sometimesNull(4, 3, `REQ-${index + 1}`),
        confidential: index % 7 === 6,
        status,
        created_at: iso(createdMs(index)),
        opened_at: status === 'draft' ? null : iso(createdMs(index) + SPACING_MS),
        closed_at: status === 'closed' ? iso(createdMs(index) + MONTH_MS) : null,
        updated_at: dice.sometimesNull(5, 6, iso(updatedMs(seed, index))),
        deleted_at: null,
        is_template: index % 9 === 8,
        departments: index % 3 === 2 ? [] : [department(index % 3)],
        offices: offices === 0 || index % 4 === 3 ? [] : [officeRow(seed, index % offices)],
        hiring_team: { hiring_managers: someone, recruiters: someone, coordinators: [], sourcers: dice.sometimesNull(6, 3, []) },
        openings: []
    };
}

export function jobPostRow({ seed }: Sizes, index: number): Row {
    const dice = new Dice(seed, index);
    const html = `<h1>${dice.pick(1, TITLES)}</h1><p>Bring curiosity &amp; care — naïve questions are welcome.</p>`;
    const large = index % 10 === 4 ? `<p>${'Lorem ipsum dolor. '.repeat(LARGE_HTML_CHARACTERS / 19 + 1)}</p>` : '';
    return {
        id: idOf('job_posts', index),
        title: `${dice.pick(1, TITLES)} (${index + 1})`,
        active: index % 5 !== 4,
        live: index % 3 !== 2,
        first_published_at: index % 3 === 2 ? null : iso(createdMs(index) + SPACING_MS),
        job_id: dice.sometimesNull(2, 8, idOf('jobs', index)),
        content: dice.sometimesNull(3, 9, html + large),
        created_at: iso(createdMs(index)),
        updated_at: dice.sometimesNull(4, 6, iso(updatedMs(seed, index))),
        deleted_at: null
    };
}

export function jobStageRow(sizes: Sizes, index: number): Row {
    const { seed, stages_per_job: perJob, users } = sizes;
    const dice = new Dice(seed, index);
    const priority = index % perJob;
    const interview = {
        id: Buffer.from(`Interview:${index + 1}`).toString('base64'),
        name: 'Interview',
        schedulable: true,
        estimated_minutes: dice.sometimesNull(1, 3, 45),
        default_interviewer_users: users === 0 ? [] : [userLite(sizes, dice.number(2, users))],
        interview_kit: dice.sometimesNull(3, 2, {
            id: Buffer.from(`Kit:${index + 1}`).toString('base64'),
            content: dice.sometimesNull(4, 2, 'Ask about their work.'),
            questions: [{ id: Buffer.from(`Question:${index + 1}`).toString('base64'), name: 'Why us?' }]
        }),
        deleted_at: null,
        job_stage_interview_item_id: dice.sometimesNull(5, 2, String(index))
    };
    return {
        id: idOf('job_stages', index),
        name: STAGES[priority] ?? `Stage ${priority + 1}`,
        created_at: iso(createdMs(index)),
        updated_at: dice.sometimesNull(6, 5, iso(updatedMs(seed, index))),
        deleted_at: null,
        active: index % 13 !== 12,
        job_id: idOf('jobs', Math.floor(index / perJob)),
        priority,
        interviews: priority === 0 ? [] : [interview]
    };
}

function sourceOf(index: number): object {
    return { id: idOf('sources', index), public_name: ['Referral', 'LinkedIn', 'Company Site', 'Agency', 'Événement'][index] ?? null };
}

export function findSource(id: string): object | undefined {
    const index = indexOf('sources', id);
    return index !== undefined && index < SOURCES ? sourceOf(index) : undefined;
}

export function applicationRow(sizes: Sizes, index: number): Row {
    const { seed, applications_per_candidate: perCandidate, jobs, stages_per_job: stages, users } = sizes;
    const dice = new Dice(seed, index);
    const candidate = Math.floor(index / perCandidate);
    const job = jobs === 0 ? undefined : dice.number(1, jobs);
    const status = dice.pick(2, ['active', 'active', 'active', 'rejected', 'hired'] as const);
    const appliedMs = createdMs(candidate) + (index % perCandidate);
    const stage = dice.number(3, Math.max(stages, 1));
    const reason = { id: 'UmVhc29uOjE=', name: 'Not a fit', type: dice.sometimesNull(4, 2, { id: 'VHlwZTox', name: 'We rejected them' }) };
    return {
        id: idOf('applications', index),
        candidate_id: idOf('candidates', candidate),
        applied_at: dice.sometimesNull(5, 15, iso(appliedMs)),
        rejected_at: status === 'rejected' ? iso(appliedMs + SPACING_MS) : null,
        last_activity_at: iso(updatedMs(seed, candidate)),
        source: dice.sometimesNull(6, 4, sourceOf(dice.number(7, SOURCES))),
        credited_to: users === 0 ? null : dice.sometimesNull(8, 3, idOf('users', dice.number(9, users))),
        rejection_reason: status === 'rejected' ? dice.sometimesNull(10, 3, reason) : null,
        jobs: job === undefined ? [] : [{ id: idOf('jobs', job), name: jobRow(sizes, job)['name'] }],
        job_post_id: job === undefined ? null : dice.sometimesNull(11, 3, idOf('job_posts', job)),
        status,
        current_stage:
            status === 'active' && job !== undefined && stages > 0
                ? { id: idOf('job_stages', job * stages + stage), name: STAGES[stage] ?? `Stage ${stage + 1}` }
                : null,
        deleted_at: null
    };
}

/** Without its applications: those are rows of their own. */
export function candidateRow({ seed, users }: Sizes, index: number): Row {
    const dice = new Dice(seed, index);
    const [first, last] = [dice.pick(1, FIRST_NAMES), dice.pick(2, LAST_NAMES)];
    // The first rows show the extremes, whatever the seed.
    const emails = index === 1 ? 0 : index === 2 ? 20 : dice.pick(3, [1, 1, 1, 2, 0] as const);
    const createdAt = iso(createdMs(index));
    return {
        id: idOf('candidates', index),
        first_name: dice.sometimesNull(4, 40, first),
        last_name: dice.sometimesNull(5, 40, last),
        company: dice.sometimesNull(6, 3, dice.pick(7, COMPANIES)),
        title: dice.sometimesNull(8, 3, dice.pick(9, TITLES)),
        attachments: index % 4 === 0 ? [{ filename: 'résumé.pdf', type: 'resume', created_at: dice.sometimesNull(10, 3, createdAt) }] : [],
        phone_numbers:
            index % 3 === 0
                ? [{ type: dice.sometimesNull(11, 2, 'mobile'), value: `+1 555 01${String(index % 100).padStart(2, '0')}` }]
                : [],
        email_addresses: Array.from({ length: emails }, (_, place) => ({
            type: dice.sometimesNull(12 + place, 2, 'personal'),
            value: `candidate${index + 1}${place === 0 ? '' : `.${place}`}@mail.example`,
            is_primary: place === 0
        })),
        social_media_addresses: index % 5 === 0 ? [{ value: `https://social.example/in/candidate-${index + 1}` }] : [],
        tags: index % 6 === 0 ? [dice.pick(40, TAGS)] : [],
        educations: index % 2 === 0 ? [education(dice, index)] : [],
        employments: index % 3 === 1 ? [employment(dice, index)] : [],
        linked_user_ids: users > 1 && index === 0 ? [idOf('users', users - 1)] : [],
        created_at: createdAt,
        updated_at: iso(updatedMs(seed, index)),
        last_activity: dice.sometimesNull(41, 5, iso(updatedMs(seed, index))),
        deleted_at: null,
        is_private: index % 50 === 49
    };
}

function education(dice: Dice, index: number): object {
    return {
        id: Buffer.from(`Education:${index + 1}`).toString('base64'),
        school_name: dice.sometimesNull(42, 5, 'Université de Montréal'),
        degree: dice.sometimesNull(43, 3, "Bachelor's"),
        discipline: dice.sometimesNull(44, 3, 'Mathematics'),
        start_date: dice.sometimesNull(45, 3, '2012-09-01'),
        end_date: dice.sometimesNull(46, 3, '2016-06-30')
    };
}

function employment(dice: Dice, index: number): object {
    return {
        id: Buffer.from(`Employment:${index + 1}`).toString('base64'),
        company_name: dice.sometimesNull(47, 6, dice.pick(7, COMPANIES)),
        title: dice.sometimesNull(48, 6, dice.pick(9, TITLES)),
        start_date: dice.sometimesNull(49, 4, '2019-02-01'),
        end_date: dice.sometimesNull(50, 2, '2023-11-30')
    };
}
