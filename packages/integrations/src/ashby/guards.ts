import { z } from 'zod';

const id = z.string().min(1);
const text = z.string().nullish();
const contact = z.looseObject({ value: z.string(), type: text, isPrimary: z.boolean().nullish() });
const fileHandle = z.looseObject({ id, name: z.string() });
const customFields = z.array(z.looseObject({ id, title: text, value: z.json().optional() })).nullish();
const titled = z.looseObject({ id, title: z.string() });

/** What every call responds with. Failures come with status 200 too. */
export const ashbyResponse = z.looseObject({
    success: z.boolean(),
    results: z.unknown().optional(),
    moreDataAvailable: z.boolean().nullish(),
    nextCursor: text,
    syncToken: text,
    errors: z.array(z.unknown()).nullish(),
    errorInfo: z.looseObject({ code: text, message: text }).nullish()
});
export type AshbyResponse = z.output<typeof ashbyResponse>;

export const ashbyUser = z.looseObject({
    id,
    firstName: text,
    lastName: text,
    email: text,
    globalRole: text,
    isEnabled: z.boolean().nullish(),
    updatedAt: text
});
export type AshbyUser = z.output<typeof ashbyUser>;

export const ashbyCandidate = z.looseObject({
    id,
    createdAt: z.string(),
    updatedAt: text,
    name: z.string(),
    emailAddresses: z.array(contact).nullish(),
    phoneNumbers: z.array(contact).nullish(),
    socialLinks: z.array(z.looseObject({ type: text, url: z.string() })).nullish(),
    tags: z.array(titled.extend({ isArchived: z.boolean().nullish() })).nullish(),
    position: text,
    company: text,
    school: text,
    applicationIds: z.array(id).nullish(),
    resumeFileHandle: fileHandle.nullish(),
    fileHandles: z.array(fileHandle).nullish(),
    customFields,
    profileUrl: text
});
export type AshbyCandidate = z.output<typeof ashbyCandidate>;

export const ashbyApplication = z.looseObject({
    id,
    createdAt: z.string(),
    updatedAt: text,
    archivedAt: text,
    candidate: z.looseObject({ id }),
    status: z.string(),
    customFields,
    currentInterviewStage: titled.nullish(),
    source: titled.nullish(),
    creditedToUser: z.looseObject({ id }).nullish(),
    archiveReason: z.looseObject({ id, text: z.string(), reasonType: text }).nullish(),
    job: titled.nullish(),
    appliedViaJobPostingId: text
});
export type AshbyApplication = z.output<typeof ashbyApplication>;

export const ashbyJob = z.looseObject({
    id,
    title: z.string(),
    confidential: z.boolean().nullish(),
    status: z.string(),
    createdAt: text,
    updatedAt: z.string(),
    openedAt: text,
    closedAt: text,
    customRequisitionId: text,
    departmentId: text,
    locationId: text,
    interviewPlanIds: z.array(id).nullish(),
    hiringTeam: z.array(z.looseObject({ userId: id, firstName: text, lastName: text, role: text })).nullish(),
    customFields
});
export type AshbyJob = z.output<typeof ashbyJob>;

export const ashbyStage = z.looseObject({ id, title: z.string(), type: text, orderInInterviewPlan: z.number(), interviewPlanId: id });
export type AshbyStage = z.output<typeof ashbyStage>;

export const ashbyLocation = z.looseObject({
    id,
    name: z.string(),
    isArchived: z.boolean().nullish(),
    parentLocationId: text,
    address: z
        .looseObject({
            postalAddress: z.looseObject({ addressLocality: text, addressRegion: text, addressCountry: text }).nullish()
        })
        .nullish()
});
export type AshbyLocation = z.output<typeof ashbyLocation>;

export const ashbyDepartment = z.looseObject({ id, name: z.string(), parentId: text });
export type AshbyDepartment = z.output<typeof ashbyDepartment>;

export const ashbyNote = z.looseObject({
    id,
    createdAt: z.string(),
    content: text,
    isPrivate: z.boolean().nullish(),
    author: z.looseObject({ id, firstName: text, lastName: text }).nullish()
});
export type AshbyNote = z.output<typeof ashbyNote>;
