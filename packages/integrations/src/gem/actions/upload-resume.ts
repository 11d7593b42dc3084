import { createAction, HostError, multipartBody } from '@patchbay/functions';
import { resume, resumeUploadInput } from '../../models/resume.ts';
import { parseResponse } from '../../parse-response.ts';
import { readResumeFile } from '../../read-resume-file.ts';
import { reportWriteFaults } from '../errors.ts';
import { gemResume } from '../guards.ts';
import { toResume } from '../map-candidate-extras.ts';
import { gemSettings } from '../settings.ts';
import { renewCandidate, renewedModels } from './renew-candidate.ts';

const howToFindOut =
    'The resume may have been uploaded. Look at the attachments of the candidate in GET /candidates before you repeat the request.';

export const uploadResume = createAction({
    description: 'Uploads a resume of a candidate: a PDF or Word file of at most 2 MiB',
    input: resumeUploadInput,
    output: resume,
    metadata: gemSettings,
    endpoint: { method: 'POST', path: '/candidate-upload-resume', group: 'Candidates' },
    renews: { models: renewedModels, read: (context, { candidate_id: id }) => renewCandidate(context, id) },
    async exec(context, input) {
        const file = readResumeFile(input);
        // Gem lists attachments without their ids, so an earlier upload can't be told from another.
        if (context.attempt > 1) throw new HostError('outcome_unknown', howToFindOut);
        const { contentType, bytes } = multipartBody([
            { name: 'resume_file', filename: file.filename, contentType: file.contentType, value: file.bytes }
        ]);
        return reportWriteFaults(async () => {
            const { data } = await context.post<unknown>({
                endpoint: `/v0/candidates/${encodeURIComponent(input.candidate_id)}/uploaded_resumes/${encodeURIComponent(input.user_id)}`,
                headers: { 'content-type': contentType },
                data: bytes
            });
            return toResume(parseResponse(gemResume, data));
        }, howToFindOut);
    }
});
