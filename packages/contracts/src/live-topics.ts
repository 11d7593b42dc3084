/** What changes in an environment, as the dashboard is told of it. */
export const liveTopics = ['requests', 'events', 'runs', 'issues', 'deliveries', 'settings'] as const;
export type LiveTopic = (typeof liveTopics)[number];
