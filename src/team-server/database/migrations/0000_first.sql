CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"block" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "blocks_workspace_id_kind_block_pk" PRIMARY KEY("workspace_id","kind","block")
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"key_id" text PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "records" (
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"group_id" text DEFAULT '' NOT NULL,
	"modification_date" bigint NOT NULL,
	"last_modified_by" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "records_workspace_id_kind_id_pk" PRIMARY KEY("workspace_id","kind","id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"next_position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "workspaces_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "records_workspace_id_kind_position_index" ON "records" USING btree ("workspace_id","kind","position");--> statement-breakpoint
CREATE INDEX "records_workspace_id_group_id_index" ON "records" USING btree ("workspace_id","group_id");