import { applicationChange, namedApplicationChange } from './application-update.ts';
import { application } from './application.ts';
import { atsUser } from './ats-user.ts';
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

export const atsSchemas = {
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
} as const;
