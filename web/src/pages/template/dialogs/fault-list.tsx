import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Fault } from '#web/api/template-design.ts';
import { type Definition, fieldAt, type Path, pathOfPlace } from '#web/builder/definition.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useHolderName } from '#web/pages/template/editing/use-group-deeds.ts';
import { useFaultText } from '#web/templates/use-fault-text.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface FaultListProps {
  readonly id?: string;
  readonly title: string;
  readonly faults: readonly Fault[];
  /** Goes to the field; undefined where it cannot be reached. */
  readonly onGo?: (path: Path) => void;
}

/** Lists faults with links to their fields. */
export function FaultList({ id, title, faults, onGo }: FaultListProps) {
  return (
    <Alert
      {...(id !== undefined && { id })}
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertTriangle />}
      title={title}
    >
      <List>
        {faults.map((fault) => (
          <List.Item key={fault.at + fault.text} className="wrap-anywhere">
            <Place fault={fault} onGo={onGo} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface PlaceProps {
  readonly fault: Fault;
  readonly onGo: ((path: Path) => void) | undefined;
}

function Place({ fault, onGo }: PlaceProps) {
  const { t } = useTranslation();
  const text = useFaultText()(fault);
  const { at } = fault;
  const { definition } = useBuilder();
  const nameOf = useHolderName();
  const { path, member } = pathOfPlace(at);
  // The sentence about the naming pattern says itself where it is.
  const isNamed = text.includes(at) || at === 'namePattern';
  if (!hasPart(definition, path) || onGo === undefined) return isNamed ? text : `${at}: ${text}`;
  const name = nameOf(path);
  return (
    <>
      <Anchor
        component="button"
        onClick={() => onGo(path)}
        aria-label={`${t('builder.toField')}: ${name}`}
      >
        {name}
      </Anchor>
      {member === 'visibleIf' ? `, ${t('builder.when.title')}: ${text}` : `: ${text}`}
    </>
  );
}

const hasPart = (definition: Definition, path: Path): boolean =>
  path.length === 1
    ? definition.pages[path[0] ?? 0] !== undefined
    : fieldAt(definition, path) !== undefined;
