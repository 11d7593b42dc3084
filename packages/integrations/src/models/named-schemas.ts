import type { z } from 'zod';
import { Address, AddressInput, LinkedTxn, LinkedTxnInput, Ref, Removed, RefInput, RemoveInput, SendInput } from './accounting-parts.ts';
import { accountingSchemas } from './accounting-schemas.ts';
import { applicationChange, namedApplicationChange } from './application-update.ts';
import { application } from './application.ts';
import { atsUser } from './ats-user.ts';
import { PurchaseLineInput } from './bill.ts';
import { candidateInput } from './candidate-input.ts';
import { candidate } from './candidate.ts';
import { createdCandidate } from './created-candidate.ts';
import { department } from './department.ts';
import { jobPost } from './job-post.ts';
import { jobStage } from './job-stage.ts';
import { job } from './job.ts';
import { location } from './location.ts';
import { note, noteInput } from './note.ts';
import { resume, resumeUpload } from './resume.ts';
import { userLite } from './user-lite.ts';

const applicantTracking = {
    Application: application,
    ApplicationChange: applicationChange,
    Candidate: candidate,
    CreateCandidate: candidateInput,
    CreateNote: noteInput,
    CreatedCandidate: createdCandidate,
    Department: department,
    Job: job,
    JobPost: jobPost,
    JobStage: jobStage,
    Location: location,
    NamedApplicationChange: namedApplicationChange,
    Note: note,
    Resume: resume,
    ResumeUpload: resumeUpload,
    User: atsUser,
    UserLite: userLite
};

const accountingParts = {
    Address,
    AddressInput,
    LinkedTxn,
    LinkedTxnInput,
    PurchaseLineInput,
    Ref,
    RefInput,
    Removal: RemoveInput,
    Removed,
    SendInput
};

const accounting = Object.entries(accountingSchemas).flatMap(([model, { record, create, update }]): [string, z.ZodType][] => [
    [model, record],
    [`Create${model}`, create],
    ...(update ? [[`Update${model}`, update] satisfies [string, z.ZodType]] : [])
]);

/** Schemas by the name that descriptions of the API and the SDK's types have for them. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
    ...applicantTracking,
    ...accountingParts,
    ...Object.fromEntries(accounting)
};
