/** The state of an import: the file, the answers, the preview and the call. */

import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import {
  CHOOSE_FILE,
  IMPORT_FAILED,
  type Imported,
  type ImportPreview,
  imports,
  OWN_BACKUP_OF_PARENTS,
} from '#features/book/imports/contract.ts';
import { isBackup } from '#features/book/privacy/rules.ts';
import { callApi } from '#web/api.ts';
import { messageOf } from '#web/errors.ts';
import { senderOf, useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { useOwnBackup } from './own-backup.tsx';
import { type Chosen, readChosen } from './read-file.ts';

type Sent = Input<(typeof imports)['importCsv']>;
export type Answers = Pick<
  Sent,
  'dateOrder' | 'timeZone' | 'direction' | 'rows' | 'separate' | 'includeBeforeCorrection'
>;

/** `asks`: for a child user, who can't send our own backup. */
export function useImport(childId: string, asks: boolean) {
  const [chosen, setChosen] = useState<Chosen>();
  const [answers, setAnswers] = useState<Answers>({});
  const [wrong, setWrong] = useState<string>();
  const [done, setDone] = useState<Imported>();
  const own = chosen !== undefined && isBackup(chosen.text);
  const preview = usePreview(childId, own ? undefined : chosen, answers);
  const backup = useOwnBackup();
  const sending = useCall(imports.importCsv, {
    onDone: (reply) => {
      setDone(reply);
      toast(
        reply.state === 'waiting'
          ? { title: t`Request Sent!`, description: t`A parent will look at the file and answer.` }
          : {
              title: t`CSV Import Successful`,
              description: t`${reply.imported} imported, ${reply.skipped} duplicates skipped`,
            },
      );
    },
    onFail: (error) => fail(messageOf(error, IMPORT_FAILED)),
  });
  const fail = (message: string) => {
    setWrong(message);
    toast({ title: t`Import Failed`, description: message, destructive: true });
  };
  const choose = (file: File | undefined) => {
    setWrong(undefined);
    setDone(undefined);
    setAnswers({});
    setChosen(undefined);
    backup.reset();
    if (!file) return;
    readChosen(file, t`This file is larger than 2 MiB. Please export it in parts.`).then(
      (read) => (asks && isBackup(read.text) ? fail(OWN_BACKUP_OF_PARENTS) : setChosen(read)),
      (error: Error) => fail(error.message),
    );
  };
  const answer = (more: Answers) => {
    setWrong(undefined);
    setAnswers({ ...answers, ...more });
  };
  const send = async () => {
    if (!chosen) return fail(CHOOSE_FILE);
    if (own) return backup.run({ csvContent: chosen.text });
    // A recent answer's preview hasn't arrived yet.
    const { data } = preview.isFetching ? await preview.refetch({ cancelRefetch: false }) : preview;
    const open = data?.questions ?? 0;
    if (open > 0 || asksOrder(data, answers))
      return fail(t`Please answer the questions about this file first.`);
    setWrong(undefined);
    sending.run(asInput(childId, chosen, answers));
  };
  return {
    chosen,
    choose,
    answers,
    answer,
    preview,
    send,
    wrong,
    done,
    own,
    backup,
    busy: sending.isPending || backup.isPending,
  };
}

export type ImportState = ReturnType<typeof useImport>;

const asInput = (childId: string, { name, text }: Chosen, answers: Answers): Sent => ({
  childId,
  csvContent: text,
  filename: name,
  ...answers,
});

/** Both orders fit all dates, and the person hasn't chosen one yet. */
export const asksOrder = (preview: ImportPreview | undefined, answers: Answers): boolean =>
  preview?.dateOrder != null && answers.dateOrder === undefined;

/** Refetched with each answer; the old preview stays until the new one arrives. */
function usePreview(childId: string, chosen: Chosen | undefined, answers: Answers) {
  return useQuery({
    queryKey: ['import-preview', childId, chosen?.nth, JSON.stringify(answers)],
    queryFn: ({ client }) =>
      callApi(
        imports.preview,
        asInput(childId, chosen as Chosen, answers),
        undefined,
        senderOf(client),
      ),
    enabled: chosen !== undefined,
    placeholderData: (before, query) =>
      query?.queryKey[2] === chosen?.nth ? keepPreviousData(before) : undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
