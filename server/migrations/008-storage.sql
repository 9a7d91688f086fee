-- A look at a file, and a taste of it, cost nothing.
insert into rate_card (family, operation, credits) values
  ('font', 'thumbnail', 0), ('audio', 'thumbnail', 0), ('video', 'sample', 0), ('audio', 'sample', 0);
