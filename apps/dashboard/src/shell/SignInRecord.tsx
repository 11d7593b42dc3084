import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../api/use-api.ts';
import type { WaitingAttempt } from '../pages/connections/use-waiting.ts';
import { useAppOf } from '../parts/App.tsx';
import { Button } from '../parts/Button.tsx';
import { Detail, Details } from '../parts/Details.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { Time } from '../parts/Time.tsx';

/** A sign-in whose reference an end user has quoted: how far it came, and why no further. */
export default function SignInRecord({ attempt, onClose }: { attempt: WaitingAttempt; onClose: () => void }) {
    const environment = useEnvironment();
    const appOf = useAppOf();
    const { ref, integration_id: integration, connection_id: connection, summary, provider_text: text, timeline } = attempt;
    return (
        <Dialog title={`Sign-in ${ref}`} onClose={onClose}>
            <p>{summary}</p>
            <Details>
                <Detail name="App">{appOf(integration).name}</Detail>
                {connection !== null && (
                    <Detail name="Connection">
                        <Link
                            to="/$environment/connections/$integration/$connection"
                            params={{ environment, integration, connection }}
                            onClick={onClose}
                            className="text-accent-text underline [overflow-wrap:anywhere]"
                        >
                            {connection}
                        </Link>
                    </Detail>
                )}
                {text !== null && <Detail name="In the provider’s words">{text}</Detail>}
            </Details>
            <ol aria-label="Timeline" className="flex flex-col gap-1 text-small">
                {timeline.map(({ at, step, text: happened }) => (
                    <li key={`${at} ${step}`} className="flex gap-3">
                        <span className="shrink-0 text-text-2">
                            <Time at={at} />
                        </span>
                        {happened}
                    </li>
                ))}
            </ol>
            <DialogActions>
                <Button onClick={onClose}>Close</Button>
            </DialogActions>
        </Dialog>
    );
}
