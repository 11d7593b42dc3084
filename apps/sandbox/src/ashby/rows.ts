import { Dice, hashOf } from '../gem/random.ts';

export const KINDS = ['candidates', 'applications', 'jobs', 'stages', 'locations', 'departments', 'users', 'sources'] as const;
export type Kind = (typeof KINDS)[number];

/** Something of one kind. `fields` is what the API shows beside id and times; null is left out. */
export interface Row {
    id: string;
    /** Its position in the lists. */
    place: number;
    createdMs: number;
    updatedMs: number;
    fields: Record<string, unknown>;
}

export interface Sizes {
    seed: number;
    candidates: number;
    applications_per_candidate: number;
    jobs: number;
    users: number;
    locations: number;
}
export const INITIAL_SIZES: Readonly<Sizes> = {
    seed: 1,
    candidates: 250,
    applications_per_candidate: 2,
    jobs: 12,
    users: 24,
    locations: 8
};

const EPOCH_MS = Date.parse('2024-01-01T00:00:00Z');
const SPACING_MS = 60_000;
const MONTH_MS = 30 * 86_400_000;
const JOBS_PER_PLAN = 2;

const FIRST_NAMES = ['Amina', 'Björn', 'Chloë', 'Đặng', 'Émile', '美咲', 'Ольга', 'Siobhán', 'José', "D'Arcy"] as const;
const LAST_NAMES = ['Okafor', 'Müller', 'García', '佐藤', "O'Neill", 'Łukasz', 'Иванова', 'de la Cruz', 'Nguyễn'] as const;
const COMPANIES = ['Northwind', 'Käse & Söhne', '株式会社サンプル', 'Globex'] as const;
const TITLES = ['Engineer', 'Product Manager', 'Designer', 'Nurse', 'Account Executive'] as const;
const CITIES = ['Berlin', 'São Paulo', 'Tōkyō', 'Nairobi', 'Austin', 'Kraków'] as const;
const DEPARTMENTS = ['Engineering', 'Data', 'People & Culture', 'Ventes – Québec'] as const;
const SOURCES = ['Applied', 'LinkedIn', 'Referral', 'Événement', 'Old agency'] as const;
const ROLES = ['Hiring Manager', 'Recruiter', 'Recruiting Coordinator', 'Sourcer'] as const;
const GLOBAL_ROLES = ['Organization Admin', 'Elevated Access', 'Limited Access', 'External Recruiter'] as const;
const STAGES = [
    ['New Lead', 'Lead'],
    ['Application Review', 'PreInterviewScreen'],
    ['Phone Screen', 'Active'],
    ['Onsite', 'Active'],
    ['Offer', 'Offer'],
    ['Hired', 'Hired'],
    ['Archived', 'Archived']
] as const;

const iso = (ms: number) => new Date(ms).toISOString();
const createdMs = (index: number) => EPOCH_MS + index * SPACING_MS;
const uuid = (kind: number, index: number) => `${hex(kind, 8)}-0000-4000-8000-${hex(index + 1, 12)}`;
const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

/** A UUID, the same for the same row. */
export const idOf = (kind: Kind, index: number) => uuid(KINDS.indexOf(kind) + 1, index);
/** Of what is no row of its own. */
export const otherId = (what: 'plan' | 'file' | 'note' | 'key' | 'other', index = 0) =>
    uuid(0x100 + ['plan', 'file', 'note', 'key', 'other'].indexOf(what), index);

/** The rows of one kind as they are at first. */
export function generate(kind: Kind, sizes: Sizes): Row[] {
    const plans = Math.ceil(sizes.jobs / JOBS_PER_PLAN);
    const counts: Record<Kind, number> = {
        candidates: sizes.candidates,
        applications: sizes.candidates * sizes.applications_per_candidate,
        jobs: sizes.jobs,
        stages: plans * STAGES.length,
        locations: sizes.locations,
        departments: DEPARTMENTS.length,
        users: sizes.users,
        sources: SOURCES.length
    };
    return Array.from({ length: counts[kind] }, (_, index) => ({
        id: idOf(kind, index),
        place: index,
        createdMs: createdMs(index),
        updatedMs: createdMs(index) + (hashOf(sizes.seed, index, 0) % MONTH_MS),
        fields: FIELDS[kind](sizes, index, new Dice(sizes.seed, index))
    }));
}

type MakeFields = (sizes: Sizes, index: number, dice: Dice) => Record<string, unknown>;
const FIELDS: Readonly<Record<Kind, MakeFields>> = {
    candidates: candidateFields,
    applications: applicationFields,
    jobs: jobFields,
    stages(_sizes, index) {
        const order = index % STAGES.length;
        const [title, type] = STAGES[order] ?? STAGES[0];
        return { title, type, orderInInterviewPlan: order, interviewPlanId: otherId('plan', Math.floor(index / STAGES.length)) };
    },
    locations: (_sizes, index, dice) => ({
        name: `${CITIES[index % CITIES.length] ?? 'Berlin'} ${index + 1}`,
        externalName: dice.sometimesNull(1, 2, 'Main office'),
        isArchived: index % 4 === 3,
        address:
            index % 3 === 2
                ? null
                : { postalAddress: index % 3 === 1 ? {} : { addressCountry: 'Germany', addressLocality: CITIES[index % CITIES.length] } },
        isRemote: index % 5 === 4,
        workplaceType: dice.sometimesNull(2, 3, index % 5 === 4 ? 'Remote' : 'Hybrid'),
        parentLocationId: dice.sometimesNull(3, 2, otherId('other')),
        type: 'Location'
    }),
    departments: (_sizes, index) => ({
        name: DEPARTMENTS[index],
        isArchived: index === 3,
        parentId: index === 1 ? idOf('departments', 0) : null
    }),
    users: (_sizes, index, dice) => ({
        firstName: dice.pick(1, FIRST_NAMES),
        lastName: dice.pick(2, LAST_NAMES),
        email: dice.sometimesNull(3, 9, `user${index + 1}@customer.example`),
        globalRole: index === 0 ? 'Organization Admin' : dice.pick(4, GLOBAL_ROLES),
        isEnabled: index % 6 !== 5,
        managerId: index === 0 ? null : dice.sometimesNull(5, 2, idOf('users', 0))
    }),
    sources: (_sizes, index) => ({
        title: SOURCES[index],
        isArchived: index === SOURCES.length - 1,
        sourceType: index === 3 ? null : { id: otherId('other', 1), title: 'Inbound', isArchived: false }
    })
};

/** The first rows have no address and twenty of them, whatever the seed. */
function candidateFields(_sizes: Sizes, index: number, dice: Dice): Record<string, unknown> {
    const emails = index === 1 ? 0 : index === 2 ? 20 : dice.pick(1, [1, 1, 2, 0] as const);
    const file = { id: otherId('file', index), name: 'résumé.pdf', handle: seededHandle(index) };
    return {
        // One word in some: the API knows whole names only.
        name: index % 25 === 24 ? dice.pick(2, FIRST_NAMES) : `${dice.pick(2, FIRST_NAMES)} ${dice.pick(3, LAST_NAMES)}`,
        emailAddresses: Array.from({ length: emails }, (_, place) => ({
            value: `candidate${index + 1}${place === 0 ? '' : `.${place}`}@mail.example`,
            type: place === 0 ? 'Personal' : 'Work',
            isPrimary: place === 0
        })),
        phoneNumbers: index % 3 === 0 ? [{ value: `+1 555 ${index}`, type: 'Other', isPrimary: true }] : [],
        socialLinks: index % 5 === 0 ? [{ type: 'LinkedIn', url: `https://linkedin.example/in/c${index + 1}` }] : [],
        tags: index % 6 === 0 ? [{ id: otherId('other', 2), title: 'rehire – 再雇用', isArchived: index % 12 === 0 }] : [],
        position: dice.sometimesNull(4, 3, dice.pick(5, TITLES)),
        company: dice.sometimesNull(6, 3, dice.pick(7, COMPANIES)),
        school: dice.sometimesNull(8, 2, 'Université de Montréal'),
        resumeFileHandle: index % 4 === 0 ? file : null,
        fileHandles: index % 4 === 0 ? [file] : [],
        customFields: customFields(index),
        profileUrl: `https://app.ashby.example/candidates/${idOf('candidates', index)}`,
        timezone: dice.sometimesNull(9, 2, 'Europe/Berlin'),
        fraudStatus: null
    };
}

const customFields = (index: number) =>
    [
        { id: otherId('other', 3), isPrivate: false, title: 'T-shirt', value: 'M' },
        { id: otherId('other', 4), isPrivate: false, title: 'Salary', value: { value: 50_000, currencyCode: 'EUR' } },
        { id: otherId('other', 5), isPrivate: false, title: 'Offices', value: ['Berlin', '東京'] }
    ].slice(0, index % 4);

export const seededHandle = (index: number) => Buffer.from(`file ${index + 1}`).toString('base64url');

function jobFields({ locations, users }: Sizes, index: number, dice: Dice): Record<string, unknown> {
    const status = index < 3 ? 'Open' : dice.pick(1, ['Open', 'Closed', 'Draft', 'Archived'] as const);
    const plan = otherId('plan', Math.floor(index / JOBS_PER_PLAN));
    const openedAt = status === 'Draft' ? null : iso(createdMs(index) + SPACING_MS);
    return {
        title: `${dice.pick(2, TITLES)} (${index + 1})`,
        confidential: index % 5 === 4,
        status,
        employmentType: dice.pick(3, ['FullTime', 'PartTime', 'Intern', 'Contract', 'Temporary'] as const),
        locationId: locations === 0 ? null : dice.sometimesNull(4, 4, idOf('locations', dice.number(5, locations))),
        departmentId: dice.sometimesNull(6, 4, idOf('departments', dice.number(7, DEPARTMENTS.length))),
        defaultInterviewPlanId: status === 'Draft' ? null : plan,
        interviewPlanIds: status === 'Draft' ? [] : [plan],
        customFields: customFields(index),
        jobPostingIds: [],
        customRequisitionId: dice.sometimesNull(8, 3, `REQ-${index + 1}`),
        hiringTeam: ROLES.slice(0, users === 0 ? 0 : index % 5).map((role, place) => ({
            userId: idOf('users', dice.number(9 + place, users)),
            firstName: dice.pick(20 + place, FIRST_NAMES),
            lastName: dice.pick(30 + place, LAST_NAMES),
            email: `member${place}@customer.example`,
            role
        })),
        openedAt,
        closedAt: status === 'Closed' ? iso(createdMs(index) + MONTH_MS) : null
    };
}

/** What it names by id is shown as that row then is. */
function applicationFields(sizes: Sizes, index: number, dice: Dice): Record<string, unknown> {
    const candidate = Math.floor(index / sizes.applications_per_candidate);
    const job = dice.number(1, Math.max(sizes.jobs, 1));
    const stage = dice.number(2, STAGES.length);
    const type = (STAGES[stage] ?? STAGES[0])[1];
    const reason = { id: otherId('other', 6), text: 'Lacks skills', reasonType: 'RejectedByOrg', isArchived: false, customFields: [] };
    return {
        candidateId: idOf('candidates', candidate),
        jobId: idOf('jobs', job),
        stageId: idOf('stages', Math.floor(job / JOBS_PER_PLAN) * STAGES.length + stage),
        sourceId: dice.sometimesNull(3, 4, idOf('sources', dice.number(4, SOURCES.length))),
        creditedToUserId: sizes.users === 0 ? null : dice.sometimesNull(5, 2, idOf('users', dice.number(6, sizes.users))),
        status: statusOf(type),
        customFields: customFields(index),
        archiveReason: type === 'Archived' ? dice.sometimesNull(7, 4, reason) : null,
        archivedAt: type === 'Archived' ? iso(createdMs(candidate) + MONTH_MS) : null,
        hiringTeam: [],
        appliedViaJobPostingId: dice.sometimesNull(8, 2, otherId('other', 7))
    };
}

/** The status of an application in a stage of this type. */
export function statusOf(stageType: unknown): string {
    return stageType === 'Lead' || stageType === 'Hired' || stageType === 'Archived' ? stageType : 'Active';
}
