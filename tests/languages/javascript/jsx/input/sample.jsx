import React, { useState } from "react";
import { Button, Form as F } from "./parts";

export const Page = ({ title, onSave }) => {
  const [open, setOpen] = useState(false);
  const label = title ?? "no title yet";
  return (
    <F.Group title={label} onSubmit={() => setOpen(!open)}>
      <Button onClick={onSave} />
      <div className="a b">text of {title}</div>
    </F.Group>
  );
};
