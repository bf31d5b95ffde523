import {defineConfig} from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration after the schema was changed. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/team-server/database/schema.ts',
  out: './src/team-server/database/migrations',
})
