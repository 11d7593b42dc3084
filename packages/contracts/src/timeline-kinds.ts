/** What happens to a connection, as its timeline is filtered. */
export const timelineKinds = ['sign_ins', 'credentials', 'requests', 'runs', 'webhooks', 'changes', 'issues'] as const;
export type TimelineKind = (typeof timelineKinds)[number];
