import { createAction, multipartBody, ValidationError } from '@patchbay/functions';
import { resume, resumeUploadInput } from '../../models/resume.ts';
import { parseResponse } from '../../parse-response.ts';
import { readResumeFile } from '../../read-resume-file.ts';
import { checked, read } from '../call.ts';
import { reportWriteFaults } from '../errors.ts';
import { ashbyCandidate } from '../guards.ts';
import { toResume } from '../map-candidate.ts';
import { ashbySettings } from '../settings.ts';
import { renewCandidate, renewedModels } from './renew-candidate.ts';

export const uploadResume = createAction({
    description: 'Uploads a resume of a candidate: a PDF or Word file of at most 2 MiB',
    input: resumeUploadInput,
    output: resume,
    metadata: ashbySettings,
    endpoint: { method: 'POST', path: '/candidate-upload-resume', group: 'Candidates' },
    renews: { models: renewedModels, read: (context, { candidate_id: id }) => renewCandidate(context, id) },
    exec: (context, input) =>
        reportWriteFaults(async () => {
            const file = readResumeFile(input);
            if (context.attempt > 1) {
                // A candidate has one resume; the same name is taken for the earlier attempt's.
                const { results } = await read(context, 'candidate.info', { id: input.candidate_id });
                const earlier = toResume(parseResponse(ashbyCandidate, results));
                if (earlier?.filename === file.filename) return earlier;
            }
            const { contentType, bytes } = multipartBody([
                { name: 'candidateId', value: input.candidate_id },
                { name: 'resume', filename: file.filename, contentType: file.contentType, value: file.bytes }
            ]);
            const response = await context.post({
                endpoint: '/candidate.uploadResume',
                headers: { 'content-type': contentType },
                data: bytes
            });
            const uploaded = toResume(parseResponse(ashbyCandidate, checked(response).results));
            if (!uploaded)
                throw new ValidationError('response', [
                    { path: 'resumeFileHandle', message: 'Ashby responded without the resume.', code: 'invalid_type' }
                ]);
            return uploaded;
        }, 'The resume may have been uploaded. Look at the attachments of the candidate in GET /candidates before you repeat the request.')
});
