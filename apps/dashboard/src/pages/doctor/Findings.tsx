import { diagnose, type DoctorFinding } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import type { DoctorSearch } from './search.ts';

/** What is wrong with the setup. Providers are asked anew only on request. */
export function Findings({ integration, origin }: DoctorSearch) {
    const query = { ...(integration !== undefined && { integration }), ...(origin !== undefined && { origin }) };
    const { data, error, refetch, isFetching } = useRead(diagnose, { query }, { staleTime: Infinity });
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
    if (!data) return <SkeletonRows count={3} height={72} />;
    const { findings, checked_at: at, unprobed, checked } = data.data;
    return (
        <>
            <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                <p role="status">
                    {findings.length === 0 ? (
                        <Status kind="working">Nothing is wrong</Status>
                    ) : (
                        <span className="font-semibold">{findings.length === 1 ? '1 finding' : `${findings.length} findings`}</span>
                    )}{' '}
                    <span className="text-text-2">
                        · {checked.length} possible causes, <Time at={at} />
                    </span>
                </p>
                <Button isBusy={isFetching} onClick={() => void refetch()}>
                    Check again
                </Button>
            </div>
            <ul>
                {findings.map((finding) => (
                    <Finding key={`${finding.code} ${finding.integration_id}`} finding={finding} />
                ))}
            </ul>
            {unprobed.length > 0 && (
                <p className="border-t border-hairline px-4 py-3 text-small text-text-2">
                    Not asked, because there is nothing to ask or it is switched off: {unprobed.join(', ')}.
                </p>
            )}
        </>
    );
}

function Finding({ finding }: { finding: DoctorFinding }) {
    const environment = useEnvironment();
    const { code, severity, integration_id: integration, message, evidence, remedy } = finding;
    const isError = severity === 'error';
    const Icon = isError ? CircleAlert : TriangleAlert;
    return (
        <li className="flex gap-3 border-t border-hairline px-4 py-4">
            <Icon aria-hidden size={20} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${isError ? 'text-danger' : 'text-warn'}`} />
            <div className="flex min-w-0 flex-1 flex-col gap-1 [overflow-wrap:anywhere]">
                <h3 className="font-semibold">
                    <span className="sr-only">{isError ? 'Error: ' : 'Warning: '}</span>
                    {message}
                </h3>
                {evidence.map((sentence) => (
                    <p key={sentence} className="text-text-2">
                        {sentence}
                    </p>
                ))}
                <p>{remedy}</p>
                <p className="text-small text-text-2">
                    Code <code>{code}</code>
                </p>
                {integration !== null && (
                    <div className="pt-1">
                        <Link
                            to="/$environment/integrations/$integration/setup"
                            params={{ environment, integration }}
                            className={buttonClass()}
                        >
                            Open the setup of {integration}
                        </Link>
                    </div>
                )}
            </div>
        </li>
    );
}
