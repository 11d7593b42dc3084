/** How far back the charts of the dashboard look. */
export const trafficRanges = ['1h', '24h', '7d', '30d'] as const;
export type TrafficRange = (typeof trafficRanges)[number];
