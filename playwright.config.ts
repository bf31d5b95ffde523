import {defineConfig} from '@playwright/test'

export default defineConfig({
  testDir: 'test/browser',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Each test starts a Chromium of its own; more than two at once make each other slow.
  workers: 2,
  fullyParallel: true,
  // A test that passes the second time is a bug in it or in us.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  globalTimeout: 70 * 60_000,
  expect: {timeout: 30_000},
  use: {actionTimeout: 30_000, navigationTimeout: 30_000},
  reporter: 'list',
})
