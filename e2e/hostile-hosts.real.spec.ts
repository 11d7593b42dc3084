import { casesOfDefaults } from './hostile-hosts.ts';
import { testCases } from './settlement.ts';

testCases(casesOfDefaults);
